import type { Mutant } from '../mutant.ts'

/** What keeps the site's data through wrong clocks, lost connections and restores. */
export const operationMutants: readonly Mutant[] = [
  {
    rule: 'nothing that cannot be undone is done while the clock differs',
    file: 'src/server/site-clock.ts',
    from: "      if (problem) throw new ClockUnsure('the clock is not to be trusted now')\n",
    to: '',
    test: 'src/server/site-clock.test.ts › a machine whose clock is set %i ms off confirms nothing, says so once, and is steady again only a grace time after',
  },
  {
    rule: 'the clock must have run well for the grace time',
    file: 'src/server/site-clock.ts',
    from: 'if (steadyMs < grace)',
    to: 'if (steadyMs < 0)',
    test: 'src/server/site-clock.test.ts › nothing that cannot be undone is done before the clock has run well for the grace time',
  },
  {
    rule: 'a leap of the database’s clock is not followed at once',
    file: 'src/server/site-clock.ts',
    from: 'if (Math.abs(leap) <= largestOffsetMs) {',
    to: 'if (leap < Infinity) {',
    test: 'src/server/site-clock.test.ts › a leap of the whole machine for ten seconds changes nothing',
  },
  {
    rule: 'a connection whose rollback failed is given to nobody else',
    file: 'src/server/db/transaction.ts',
    from: 'client.release(broken)',
    to: 'client.release(false)',
    test: 'src/server/db/transaction.test.ts › a connection that could not be rolled back is not given to anybody else',
  },
  {
    rule: 'the account library’s transactions go through ours',
    file: 'src/server/db/database.ts',
    from: '  db.transaction = transaction as unknown as typeof db.transaction\n',
    to: '',
    test: 'src/server/db/transaction.test.ts › a statement that outlasts the driver takes nothing with it that is acknowledged later, %s',
  },
  {
    rule: 'nodes that share no files are kept apart',
    file: 'src/server/operations/nodes/join.ts',
    from: '    await refuseUnshared(client, shared)\n',
    to: '',
    test: 'src/server/operations/nodes/join.test.ts › two nodes %s',
  },
  {
    rule: 'the key of a certified election waits for its grace time',
    file: 'src/server/elections/counting/destroy-ballot-key.ts',
    from: 'now - afterCertificationMs',
    to: 'now',
    test: 'tests/server/closing.test.ts › killed between two steps, it goes on where it was › certified, the key is there for a grace time, and then the job destroys it',
  },
  {
    rule: 'a backup is restored only into the site’s own tables',
    file: 'src/server/operations/backup/restore-tables.ts',
    from: "  if (JSON.stringify(held.map(shape).toSorted()) !== JSON.stringify(wanted)) throw new BackupError('damaged')\n",
    to: '',
    test: 'tests/server/backup.test.ts › a restore refuses, and leaves everything as it was, › a backup with %s',
  },
]
