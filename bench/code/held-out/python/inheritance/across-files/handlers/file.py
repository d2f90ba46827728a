from .base import Base


class FileHandler(Base):
    def process(self, target):
        return target.split("/")
