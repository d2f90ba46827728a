def join(parts):
    return "/".join(parts)


def fold(text, width):
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = join([line, word]) if line else word
    return lines + [line]
