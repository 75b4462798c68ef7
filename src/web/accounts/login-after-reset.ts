/** What somebody who has just chosen a password by a link logs in with; for this tab, until the login page has told it. */
const key = 'login-after-reset'

export function keepLogin(login: string): void {
  try {
    sessionStorage.setItem(key, login)
  } catch {
    // A browser that keeps nothing: the email with the link named it.
  }
}

export function takeLogin(): string | null {
  try {
    const login = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return login
  } catch {
    return null
  }
}
