/** `npm run gallery`: every component of the kit in every state, reloading as you edit. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { installPackages, node24 } from './setup/packages.mjs'
import { at, root } from './setup/project.mjs'
import { runScript } from './setup/script.mjs'

await runScript(async () => {
  await installPackages()
  const vite = spawn(node24(), [at('node_modules/vite/bin/vite.js'), 'tests/kit', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => void vite.kill('SIGTERM'))
  const [code] = await once(vite, 'exit')
  return code ?? 0
})
