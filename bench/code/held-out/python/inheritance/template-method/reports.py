class Report:
    def __init__(self, title):
        self.title = title

    def render(self, rows):
        out = [self.header()]
        out += [self.row(r) for r in rows]
        out.append(self.footer())
        return "\n".join(out)

    def header(self):
        raise NotImplementedError

    def row(self, value):
        return str(value)

    def footer(self):
        return "--"


class HtmlReport(Report):
    def header(self):
        return f"<h1>{self.title}</h1>"

    def row(self, value):
        return f"<p>{value}</p>"


class TextReport(Report):
    def header(self):
        return self.title.upper()
