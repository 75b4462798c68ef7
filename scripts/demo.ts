import { readConfig } from '#server/config.ts'
import { runSite } from '#server/run.ts'
import { exitAfter, say } from '#server/terminal.ts'
import { fillDemo } from './demo-data.ts'
import { demoAdmin, demoPeople } from './demo-logins.ts'

/** `npm run demo`: the sample association on the morning of its election, in a data folder of its own. */
const config = readConfig({
  DATA_DIR: './data-demo',
  SITE_CLOCK: '2025-03-29T09:00:00+08:00',
  ...process.env,
  NODE_ENV: 'demo',
  ADMIN_EMAIL: demoAdmin.email,
  ADMIN_PASSWORD: demoAdmin.password,
  ADMIN_NAME: demoAdmin.name,
})

exitAfter(
  runSite(config, async (site) => {
    await fillDemo(site)
    say('This is a demo with made-up people; emails reach nobody. Log in as')
    say(`  ${demoAdmin.email}  ${demoAdmin.password}  (the administrator)`)
    for (const { serial, password, shows } of Object.values(demoPeople)) say(`  ${serial}  ${password}  (${shows})`)
  }),
)
