class Session:
    def __init__(self, url):
        self.url = url
        self.log = []

    def query(self, sql):
        self.log.append(sql)
        return f"{self.url}: {sql}"


def open_session(url):
    return Session(url)
