import { reachDatabase } from '#server/db/reach-database.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { erasedFrom, findBackup, fromHere, inSentences, sayContents, type SiteAtTerminal } from './at-terminal.ts'
import { restoreBackup, type Restored } from './restore-backup.ts'
import { backupText } from './text.ts'

interface RestoreWish {
  file: string
  ballotKeys: string | null
  erased: string | null
  keepFiles: boolean
}

export async function restoreFrom({ config, env, say }: SiteAtTerminal, wish: RestoreWish): Promise<void> {
  await inSentences(async () => {
    const { open, readErased } = await findBackup(config, env, wish.file)
    const openBallotKeys = wish.ballotKeys === null ? null : (await findBackup(config, env, wish.ballotKeys)).open
    const erased = wish.erased === null ? await readErased() : await erasedFrom(fromHere(env, wish.erased))
    if (erased === null) say(backupText.noErasedList)
    const done = await restoreBackup({
      config,
      storage: createStorage(config),
      open,
      openBallotKeys,
      erased: erased ?? [],
      keepFiles: wish.keepFiles,
      reach: () => reachDatabase(config, say),
    })
    sayRestored(say, done)
  })
}

function sayRestored(say: (sentence: string) => void, done: Restored): void {
  say(backupText.restored(done.manifest.madeAt))
  sayContents(say, done.trailer)
  if (done.erased > 0) say(backupText.erasedAgain(done.erased))
  if (done.administratorsToErase > 0) say(backupText.administratorsNotErased(done.administratorsToErase))
  if (done.ballotKeys > 0) say(backupText.ballotKeysRestored(done.ballotKeys))
  if (done.electionsWithoutKey > 0) say(backupText.ballotKeysMissing(done.electionsWithoutKey))
  if (done.settings) say(backupText.settingsRestored(done.settings))
}
