from driver.session import Session, open_session
