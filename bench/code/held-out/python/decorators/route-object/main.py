from app import App

app = App()


@app.route("/")
def index(request):
    return "index"


@app.route("/users")
def users(request):
    return ", ".join(load_users())


def load_users():
    return ["ada", "bob"]


@app.before
def check(request):
    request["checked"] = True


if __name__ == "__main__":
    print(app.dispatch("/users"))
    print(app.dispatch("/nothing"))
