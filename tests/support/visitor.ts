/** A browser as far as HTTP goes: keeps cookies, names its origin, follows nothing by itself. */
export class Visitor {
  readonly url: string
  readonly cookies = new Map<string, string>()
  readonly headers: Record<string, string>

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url
    this.headers = headers
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.url,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  get = (path: string, headers?: Record<string, string>) => this.send('GET', path, undefined, headers)
  post = (path: string, body: unknown = {}, headers?: Record<string, string>) => this.send('POST', path, body, headers)

  /** The answer's body, whatever its status. */
  async json<T = Record<string, unknown>>(response: Promise<Response>): Promise<T & { status: number }> {
    const received = await response
    return { ...((await received.json()) as T), status: received.status }
  }

  logIn(login: string, password: string) {
    return this.json<{ next?: string; twoFactor?: boolean; code?: string; message?: string; retryAfter?: number }>(
      this.post('/api/accounts/login', { login, password }),
    )
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
