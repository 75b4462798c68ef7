import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteDevServer } from 'vite'
import { pages, type PageName } from '#shared/pages.ts'
import { projectRoot, type Config } from './config.ts'

/** The only module that knows how `src/web` is built and what its server entry is called. */

export interface Rendered {
  status: 200 | 404
  html: string
}

export interface Renderer {
  render(url: string): Promise<Rendered>
  /** The folder of the built files; null while Vite serves them itself. */
  builtFiles: string | null
  vite: ViteDevServer | null
}

interface Assets {
  css: string[]
  early: string[]
  js: string[]
  preload: string[]
  fonts: string[]
}

interface ServerEntry {
  render(input: {
    url: string
    origin: string
    apiFetch: typeof fetch
    assets: (page: PageName | null) => Assets
  }): Promise<Rendered>
}

interface ManifestChunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}
type Manifest = Record<string, ManifestChunk>

const clientEntry = 'src/web/entry-client.tsx'
/** A separate plain script, which runs before the first paint. */
const earlyScript = 'src/web/signed-in.ts'
/** The classes of every page; those of public pages come with the entry. */
const allStyles = 'src/web/theme/theme.css'

export async function createRenderer(config: Config, apiFetch: typeof fetch): Promise<Renderer> {
  return config.development ? rendererForDevelopment(config, apiFetch) : rendererOfBuild(config, apiFetch)
}

async function rendererOfBuild(config: Config, apiFetch: typeof fetch): Promise<Renderer> {
  const builtFiles = join(projectRoot, 'dist/client')
  const entry = (await import(pathToFileURL(join(projectRoot, 'dist/server/entry-server.js')).href)) as ServerEntry
  const manifest = JSON.parse(await readFile(join(builtFiles, '.vite/manifest.json'), 'utf8')) as Manifest
  const assets = assetsByPage(manifest)
  return {
    builtFiles,
    vite: null,
    render: (url) => entry.render({ url, origin: config.publicUrl, apiFetch, assets }),
  }
}

/** Serves source files through Vite, on the same server, with reloads. */
async function rendererForDevelopment(config: Config, apiFetch: typeof fetch): Promise<Renderer> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root: projectRoot, server: { middlewareMode: true }, appType: 'custom' })
  const assets = () => ({
    css: [`/${allStyles}`],
    early: [`/${earlyScript}`],
    js: ['/@vite/client', `/${clientEntry}`],
    preload: [],
    fonts: [],
  })
  return {
    builtFiles: null,
    vite,
    async render(url) {
      const entry = (await vite.ssrLoadModule('/src/web/entry-server.tsx')) as ServerEntry
      return entry.render({ url, origin: config.publicUrl, apiFetch, assets })
    },
  }
}

/** The files that the first visit of a page loads: the entry, the page's own chunk, and everything they import. */
function assetsByPage(manifest: Manifest): (page: PageName | null) => Assets {
  return (page) => {
    const chunks = new Set<ManifestChunk>()
    const visit = (name: string) => {
      const chunk = manifest[name]
      // A screen that another file imports gets no chunk of its own, so its page would load it too late.
      if (!chunk) throw new Error(`The build has no chunk for ${name}`)
      if (chunks.has(chunk)) return
      chunks.add(chunk)
      chunk.imports?.forEach(visit)
    }
    visit(clientEntry)
    visit(`src/web/${page ? pages[page].screen : 'content/not-found'}-screen.tsx`)
    // Behind those of public pages, which it repeats, so that its order holds.
    if (page && pages[page].access !== 'public') visit(allStyles)
    const files = new Set([...chunks].flatMap(({ file, css = [] }) => [file, ...css]))
    const entryFile = manifest[clientEntry]?.file
    const early = manifest[earlyScript]?.file
    const address = (file: string) => `/${file}`
    return {
      css: [...files].filter((file) => file.endsWith('.css')).map(address),
      early: early ? [address(early)] : [],
      js: entryFile ? [address(entryFile)] : [],
      preload: [...files].filter((file) => file.endsWith('.js') && file !== entryFile).map(address),
      fonts: [...new Set([...chunks].flatMap((chunk) => chunk.assets ?? []))]
        .filter((file) => file.endsWith('.woff2'))
        .map(address),
    }
  }
}
