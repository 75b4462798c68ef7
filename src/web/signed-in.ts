/*
 * Runs before the first paint, as a script of its own: the page is the same for everybody, and by this mark its styles show
 * a visitor's parts or keep room for a member's. The cookie is made by `markerCookie` in src/server/http/session.ts.
 */
const [, home] = /site\.signed_in=(\w+)/.exec(document.cookie) ?? []
if (home) document.documentElement.dataset['signedIn'] = home
