import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { runSite } from '#server/run.ts'
import { exitAfter, say } from '#server/terminal.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { fillDemo } from './demo-data.ts'
import { demoAdmin, demoPeople } from './demo-logins.ts'

/** A list as a secretary might have it, to try the import with: headings of their own, dates to ask about, two values to correct. */
const rosterLines = [
  ['No.', 'Name', 'AFPSN', 'Kaarawan', 'Mobile No.', 'Branch', 'Region', 'Remarks'],
  ['1', 'DELA CRUZ, JUANITO P.', 'O-310001', '2/1/1980', '0917 555 0001', 'Army', 'Region IV-A', ''],
  ['2', 'SANTOS, MARIA LUZ A.', 'O-310002', '3/4/1975', '0917 555 0002', 'Ground forces', 'NCR', 'treasurer'],
  ['3', 'REYES JR., MARIO', 'O-310003', '11/8/1969', '0917 555 0003', 'Ground forces', 'Bicol', ''],
  ['4', 'LIM, CORAZON', 'O-310004', '31 June 1981', 'N/A', 'Navy', 'Central Visayas', ''],
]

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
    const roster = join(config.dataDir, 'new-members.csv')
    await writeFile(roster, byteOrderMark + rosterLines.map(csvLine).join(''))
    for (const { serial, password, shows } of Object.values(demoPeople)) say(`  ${serial}  ${password}  (${shows})`)
    say(`A list to try the import of members with: ${roster}`)
  }),
)
