from reports import HtmlReport, TextReport


def build(kind):
    if kind == "html":
        return HtmlReport("Sales")
    return TextReport("Sales")


for kind in ["html", "text"]:
    report = build(kind)
    print(report.render([1, 2]))
