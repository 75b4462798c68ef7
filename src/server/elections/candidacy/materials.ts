import { createHash } from 'node:crypto'
import type { PgClient } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { lastStatement, readOwn } from '#server/elections/board/statements.ts'
import type { FrozenNominee, NamedNominee } from '#shared/elections/board/statements.ts'
import { AppError } from '#shared/errors.ts'

/** What voters see of a candidate: the freeze record has a hash of each, and anything that differs is not shown. */
type Material = 'statement' | 'document' | 'picture'

interface Row {
  id: string
  statement: string | null
  document: string | null
  picture: string | null
}

const stored = (path: string) => `(select path from uploads where path = ${path} and state = 'stored')`

/** Chosen as in `photoOfNominee`: the candidate's choice, the picture they were nominated with, or their present one. */
const pictureOf = `coalesce(
  ${stored(`case p.photo when 'own' then p.own_photo_path when 'photo upload' then u.photo_upload_path end`)},
  ${stored(`n.data ->> 'profile_picture_path'`)}, ${stored('u.profile_picture_path')})`

/** The nominees as in the freeze record, each with the hashes of their present materials. */
export async function hashMaterials(
  db: PgClient,
  storage: Deps['storage'],
  nominees: readonly NamedNominee[],
): Promise<FrozenNominee[]> {
  const { rows } = await db.query<Row>(
    `select n.id, p.statement, f.filepath as document, ${pictureOf} as picture
     from nominees n join users u on u.id = n.user_id
       left join candidate_profiles p on p.nominee_id = n.id
       left join candidates_files f on f.election_id = n.election_id and f.user_id = n.user_id
     where n.id = any($1::uuid[])`,
    [nominees.map(({ id }) => id)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const hashed: FrozenNominee[] = []
  for (const nominee of nominees) {
    const { statement = null, document = null, picture = null } = byId.get(nominee.id) ?? {}
    hashed.push({
      ...nominee,
      statement: statement ? hashText(statement) : null,
      document: document && (await hashFile(storage, document)),
      picture: picture && (await hashFile(storage, picture)),
    })
  }
  return hashed
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A path always names the same file, so each is read once. */
const hashes = new Map<string, string>()

async function hashFile(storage: Deps['storage'], path: string): Promise<string | null> {
  const known = hashes.get(path)
  if (known) return known
  const file = await storage.open(path)
  if (!file) return null
  const hash = createHash('sha256')
  for await (const piece of file.stream) hash.update(piece as Buffer)
  const made = hash.digest('hex')
  hashes.set(path, made)
  return made
}

/** Refuses anything that is not as it was frozen: nobody swaps a picture or a statement during voting. */
export async function refuseExchanged(
  { pool, storage, boardKey }: Pick<Deps, 'pool' | 'storage' | 'boardKey'>,
  { electionId, nomineeId }: { electionId: string; nomineeId: string },
  material: { statement: string } | { document: string } | { picture: string },
): Promise<void> {
  const record = await lastStatement(pool, electionId, 'freeze/2')
  if (!record) return
  const nominee = record.content.nominees.find(({ id }) => id === nomineeId)
  const [[kind, value]] = Object.entries(material) as [[Material, string]]
  const hash = kind === 'statement' ? hashText(value) : await hashFile(storage, value)
  const isOurs = readOwn(boardKey, electionId, 'freeze/2', record.signed) !== null
  // Somebody with a new profile picture since then is shown without one.
  if (!isOurs || nominee?.[kind] !== hash) throw new AppError(kind === 'picture' ? 'not-found' : 'board-differs')
}
