class Model:
    fields = ()

    @classmethod
    def describe(cls):
        return [cls.__name__, *cls.fields]

    @classmethod
    def create(cls, **values):
        obj = cls()
        for key, value in values.items():
            setattr(obj, key, value)
        return obj


class User(Model):
    fields = ("name",)

    @classmethod
    def describe(cls):
        return super().describe() + ["(user)"]

    @classmethod
    def create(cls, **values):
        values.setdefault("name", "anonymous")
        return super().create(**values)

    def greet(self):
        return "hello " + self.name


print(User.describe())
user = User.create()
print(user.greet())
