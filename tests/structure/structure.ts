import { dirname } from 'node:path/posix'
import { importsOf, pathOf, reachable } from '../../scripts/imports.ts'

/**
 * How the source is divided: three layers, and in each the same rooms. A room is a folder; a file that lies beside rooms is a
 * room of its own.
 */
export interface Source {
  /** From `src`, such as `server/elections/voting/cast-ballot.ts`. */
  path: string
  text: string
}

const layers = ['shared', 'server', 'web'] as const
/** Features whose parts have rooms of their own. */
const divided = ['elections', 'members', 'operations']
const features = ['accounts', 'audit', 'content', 'dashboard', 'home', ...divided]

/** What not every layer has, and why. */
const onlyIn: Record<string, readonly (typeof layers)[number][]> = {
  // Nobody reads an email on the site, and its rules are those of its cause.
  'elections/emails': ['server'],
  // On the server it is read where the closing is: both look at the same turnout and the same proxies.
  'elections/monitor': ['shared', 'web'],
  // In the browser they are steps of the closing.
  'elections/counting': ['shared', 'server'],
  'elections/recount': ['shared', 'server'],
}

/** What everything else stands on, lowest first: none of these knows a feature, nor one that stands later in the list. */
const ground: Record<string, readonly string[]> = {
  server: ['db', 'email', 'audit', 'storage', 'http'],
  web: ['theme', 'router', 'api', 'components', 'layout'],
}

/** Features without a room in one of the layers. */
export function missingRooms(sources: readonly Source[]): string[] {
  const found = new Set(sources.map(({ path }) => featureOf(path)).filter((feature) => feature !== null))
  const names = new Set([...found].map((feature) => feature.split('/').slice(1).join('/')))
  return [...names].flatMap((name) => {
    const wanted = onlyIn[name] ?? layers
    return [
      ...wanted.filter((layer) => !found.has(`${layer}/${name}`)).map((layer) => `src/${layer}/${name} is missing`),
      ...layers
        .filter((layer) => !wanted.includes(layer) && found.has(`${layer}/${name}`))
        .map((layer) => `src/${layer}/${name} is not wanted`),
    ]
  })
}

/** Folders directly in a layer that are neither a feature nor part of the ground. */
export function strangeRooms(sources: readonly Source[]): string[] {
  const known = new Set([...features, 'public', 'jobs', ...Object.values(ground).flat()])
  const folders = sources.map(({ path }) => path.split('/')).filter((parts) => parts.length > 2)
  const names = folders.map(([layer, folder = '']) => (known.has(folder) ? null : `src/${layer}/${folder}`))
  return [...new Set(names.filter((name) => name !== null))]
}

/** Imports from the ground to something above it. */
export function arrowsUp(sources: readonly Source[]): string[] {
  return edgesOf(sources)
    .filter(({ from, to }) => {
      const [layer = '', folder = ''] = from.split('/')
      const [layerTo, folderTo = ''] = to.split('/')
      const own = ground[layer]?.indexOf(folder) ?? -1
      if (own === -1 || layer !== layerTo) return false
      // Routes of the ground are guarded like any others.
      const isRoute = from.endsWith('/routes.ts')
      const other = ground[layer]?.indexOf(folderTo) ?? -1
      return other === -1 ? features.includes(folderTo) : other > own && !isRoute
    })
    .map(({ from, to }) => `src/${from} imports src/${to}`)
}

/** Rooms that import one another, each circle with the imports that draw it. */
export function circles(sources: readonly Source[]): string[] {
  const edges = edgesOf(sources).filter(({ from, to }) => roomOf(from) !== roomOf(to))
  const next = new Map<string, Set<string>>()
  for (const { from, to } of edges) next.set(roomOf(from), (next.get(roomOf(from)) ?? new Set()).add(roomOf(to)))
  const reached = new Map([...next.keys()].map((room) => [room, reachable(room, (from) => next.get(from) ?? [])]))
  return edges
    .filter(({ from, to }) => reached.get(roomOf(to))?.has(roomOf(from)))
    .map(({ from, to }) => `src/${from} imports src/${to}, and the room of one leads back to the other`)
}

/** Exports that no other file imports. Screens and the renderer of pages are found by their names. */
export function unusedExports(sources: readonly Source[], elsewhere: readonly Source[] = []): string[] {
  const imports =
    /^(?:import|export) (?:type )?(?:\{([^}]*)\}|[^'"`;{]*) from '([^']+)'|\bimport\(\s*['"`]([^'"`]+)['"`]/gm
  const used = [...sources, ...elsewhere].flatMap(({ path, text }) =>
    [...text.matchAll(imports)].flatMap(([, names = '*', fixed, lazy]) => {
      const from = pathOf(path, fixed ?? lazy ?? '')?.replace('../src/', '')
      return names.split(',').map((name) => `${from} ${name.trim().replace(/^type | as .*/g, '')}`)
    }),
  )
  const known = new Set(used)
  return sources.flatMap(({ path, text }) =>
    Array.from(
      text.matchAll(/^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm),
      ([, name]) => name,
    )
      .filter((name) => !known.has(`${path} *`) && !known.has(`${path} ${name}`))
      .map((name) => `src/${path} exports ${name}`)
      .filter((found) => !/-screen\.tsx exports \w+Screen$|entry-server\.tsx/.test(found)),
  )
}

/** `server/elections/voting` for a file anywhere in that room; null outside the features. */
function featureOf(path: string): string | null {
  const [layer, feature = '', part, ...rest] = path.split('/')
  if (!features.includes(feature) || part === undefined) return null
  if (!divided.includes(feature)) return `${layer}/${feature}`
  return rest.length > 0 ? `${layer}/${feature}/${part}` : null
}

function roomOf(path: string): string {
  const folder = dirname(path)
  const [, feature, ...rest] = folder.split('/')
  const besideRooms = feature === undefined || (divided.includes(feature) && rest.length === 0)
  return besideRooms ? path : folder
}

/** What loads what when the site runs. */
function edgesOf(sources: readonly Source[]): { from: string; to: string }[] {
  return sources.flatMap(({ path, text }) => importsOf(path, text).map((to) => ({ from: path, to })))
}
