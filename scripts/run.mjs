/** Runs a TypeScript file of this project with everything it needs installed: `node scripts/run.mjs bench/run.ts home`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages, hasUsablePackages, node24 } from './setup/packages.mjs'
import { buildPages } from './setup/pages.mjs'
import { ensureBrowser, ensurePgbench } from './setup/programs.mjs'
import { root, settingsOption } from './setup/project.mjs'
import { runScript } from './setup/script.mjs'

await runScript(async () => {
  const [file = '', ...args] = process.argv.slice(2)
  // What somebody runs at the keyboard of a site, which may be running: with its settings, and on what is installed.
  const operatorScripts = ['admin', 'backup', 'restore', 'doctor', 'dry-start', 'move-database']
  const isAboutSite = operatorScripts.some((name) => file === `scripts/${name}.ts`)
  if (!isAboutSite) {
    await installPackages()
    if (file !== 'scripts/coverage.ts') await buildPages()
  } else if (!hasUsablePackages()) {
    // Otherwise nothing is replaced under its feet.
    await installPackages()
  }
  const measures = (/** @type {string} */ bench) =>
    file === 'bench/run.ts' && (args.length === 0 || args.includes(bench))
  if (file === 'scripts/shots.ts' || measures('paint')) await ensureBrowser()
  if (measures('ballots')) await ensurePgbench()
  const commonjsDrizzle = pathToFileURL(path.join(root, 'src/server/commonjs-drizzle.ts')).href
  // The site's own settings. A demonstration or a measurement must never reach its database by them.
  const settings = isAboutSite ? settingsOption() : []
  const child = spawn(
    node24(),
    ['--disable-warning=ExperimentalWarning', ...settings, '--import', commonjsDrizzle, path.join(root, file), ...args],
    { cwd: root, stdio: 'inherit' },
  )
  // Ctrl-C reaches the child by itself; what is sent to this process alone is passed on.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => void child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  return code ?? 1
})
