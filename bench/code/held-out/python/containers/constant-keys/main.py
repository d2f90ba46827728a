def home():
    return "home"


def about():
    return "about"


def contact():
    return "contact"


pages = {"home": home, "about": about}
pages["contact"] = contact
pair = (home, about)


def front():
    return pages["home"]()


def second():
    return pair[1]()


def last():
    return pages.get("contact")()


print(front(), second(), last())
