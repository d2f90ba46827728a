from api import connect, Session

session = connect("db://local")
print(session.query("select 1"))
print(Session("other").query("select 2"))
