import parent

print(parent.build("root", 2))
