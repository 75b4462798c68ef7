/*
 * Runs before the first paint, as a script of its own: the page is the same for everybody, and this mark tells its styles
 * whether to show a visitor's parts or to reserve space for a member's. `markerCookie` in src/server/http/session.ts sets it.
 */
const [, home] = /site\.signed_in=(\w+)/.exec(document.cookie) ?? []
if (home) document.documentElement.dataset['signedIn'] = home
