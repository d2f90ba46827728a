from steps import lower, strip_tags

import steps


def collapse(text):
    return " ".join(text.split())


PIPELINE = [lower, strip_tags]
PIPELINE.append(collapse)
EXTRA = (steps.shorten, steps.stars)


def clean(text):
    for step in PIPELINE:
        text = step(text)
    return text


def decorate(text):
    shorten, stars = EXTRA
    return stars(shorten(text))


print(clean("<b>Hello</b>   World"))
print(decorate("a long headline"))
