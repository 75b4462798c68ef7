/**
 * `postgres://user@one:5432,two:5432/site` names several servers of one cluster, of which one can be written to. One address
 * for each of them.
 */
export function databaseAddresses(url: string): string[] {
  const [, start = '', hosts = '', end = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i.exec(url) ?? []
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}
