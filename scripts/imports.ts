import { dirname, join, normalize } from 'node:path/posix'

/** The files of the project that a file loads when it runs; paths begin at `src`. `import type` loads nothing, `import { type A }` does. */
export function importsOf(path: string, text: string): string[] {
  return Array.from(
    text.matchAll(
      /^(?:import|export) (?!type )(?:[^'"`;]*? ?from )?['"]([^'"]+)['"]|\bimport\(\s*['"`]([^'"`]+)['"`]/gm,
    ),
    ([, fixed, lazy]) => pathOf(path, fixed ?? lazy ?? ''),
  ).filter((to) => to !== null)
}

/** Where an import leads, or null for a package. */
export function pathOf(importer: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(importer), specifier))
  return /^#(shared|server|web)\//.test(specifier) ? specifier.slice(1) : null
}

/** All that one leads to, itself only where a circle leads back. */
export function reachable(start: string, next: (from: string) => Iterable<string>): Set<string> {
  const seen = new Set<string>()
  const open = [start]
  for (let from = open.pop(); from !== undefined; from = open.pop())
    for (const to of next(from))
      if (!seen.has(to)) {
        seen.add(to)
        open.push(to)
      }
  return seen
}
