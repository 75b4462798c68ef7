/** Runs a TypeScript file of this project with everything it needs installed: `node scripts/run.mjs bench/run.ts home`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBrowser, ensureBuild, ensureDependencies, node24, root, runScript } from './setup.mjs'

await runScript(async () => {
  const [file = '', ...args] = process.argv.slice(2)
  await ensureDependencies()
  await ensureBuild()
  if (file.endsWith('shots.ts') || args.includes('paint')) await ensureBrowser()
  const lean = pathToFileURL(path.join(root, 'src/server/lean-modules.ts')).href
  const child = spawn(
    node24(),
    ['--disable-warning=ExperimentalWarning', '--import', lean, path.join(root, file), ...args],
    { cwd: root, stdio: 'inherit' },
  )
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
  const [code] = await once(child, 'exit')
  return code ?? 1
})
