/**
 * `npm run update`: brings this folder and the site that runs from it to the newest release, or to the version that is named.
 * Packages, pages and a dry start of the new version are ready before the old one stops; what fails leaves it running.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pauseSite } from './setup/pause.mjs'
import { at, root } from './setup/project.mjs'
import { commandFailed, runQuietly, runScript, say, SetupFailed } from './setup/script.mjs'
import { setupFolder, withSetupLock } from './setup/setup-lock.mjs'
import { dropNote, next, noteSwitch, removeBoth, switchBack, switchVersion, undoCutSwitch } from './setup/switch.mjs'

const usage =
  'npm run update [-- VERSION] [-- VERSION --anew] [-- VERSION --restore FILE]. Without a version it takes the newest release.'

await runScript(async () => {
  const { named, anew, restore } = readArguments()
  if (fs.statSync(root).uid !== process.getuid?.())
    throw new SetupFailed(
      `Run this as the user whose folder ${root} is, for example: runuser -u site -- npm run update`,
    )
  await undoCutSwitch()
  const chosen = await choose(named)
  if (!chosen) {
    say(`There is no newer release than ${versionIn(root)}.`)
    return 0
  }
  await withSetupLock(async () => {
    try {
      await prepare(chosen, { isRestored: anew || restore !== undefined })
      await change(chosen, { anew, restore })
    } finally {
      removeBoth()
    }
  })
  return 0
})

function readArguments() {
  try {
    const options = /** @type {const} */ ({ anew: { type: 'boolean', default: false }, restore: { type: 'string' } })
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (positionals.length > 1 || (values.anew && values.restore !== undefined)) throw new Error(usage)
    const { INIT_CWD: from = root } = process.env
    const restore = values.restore?.startsWith('s3:')
      ? values.restore
      : values.restore && path.resolve(from, values.restore)
    return { named: positionals[0], anew: values.anew, restore }
  } catch {
    throw new SetupFailed(usage)
  }
}

/**
 * @typedef {{ commit: string, was: string, version: string }} Chosen `was` is the commit of now
 * @param {string | undefined} named
 * @returns {Promise<Chosen | null>} null where nothing is newer
 */
async function choose(named) {
  if (await git('status', '--porcelain', '--untracked-files=no'))
    throw new SetupFailed(`Files of ${root} were changed by hand: see git status. Undo that, or commit it.`)
  if (await git('remote')) {
    const fetched = await runQuietly('git', ['fetch', '--quiet', '--tags'])
    if (fetched.code !== 0) say(`Could not check for new releases: ${fetched.output.replaceAll(/\s*\n\s*/g, ' ')}`)
  }
  const tags = (await git('tag', '--list', 'v*', '--sort=-version:refname')).split('\n')
  const wanted = named ?? tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
  if (!wanted) return null
  const was = await git('rev-parse', 'HEAD')
  const commit = await git('rev-parse', '--verify', '--quiet', `${wanted}^{commit}`).catch(() => {
    throw new SetupFailed(`There is no version ${wanted} in this folder’s source: see git tag.`)
  })
  const isOld = async () => (await runQuietly('git', ['merge-base', '--is-ancestor', commit, was])).code === 0
  if (commit === was || (!named && (await isOld()))) return null
  return { commit, was, version: JSON.parse(await git('show', `${commit}:package.json`)).version }
}

/**
 * Everything that can fail, in a folder of its own.
 * @param {Chosen} chosen
 * @param {{ isRestored: boolean }} how whether its database comes from a backup, and not from what is there
 */
async function prepare({ commit, version }, { isRestored }) {
  say(`Preparing version ${version}. The site keeps running.`)
  removeBoth()
  await git('clone', '--quiet', '--shared', '--no-checkout', root, next)
  await git('-C', next, 'checkout', '--quiet', '--detach', commit)
  if (hasSamePackages()) fs.symlinkSync(at('node_modules'), path.join(next, 'node_modules'))
  // Pages of the same sources are not built again.
  if (fs.existsSync(at('dist'))) fs.cpSync(at('dist'), path.join(next, 'dist'), { recursive: true })
  if (fs.existsSync(at('.env'))) fs.symlinkSync(at('.env'), path.join(next, '.env'))
  const failure = `Version ${version} was not installed, and nothing was changed`
  const run = async (/** @type {string[]} */ ...args) => {
    const { code, output } = await runQuietly(process.execPath, args, { cwd: next })
    if (code !== 0) throw commandFailed(failure, output.replace(/^(Installing packages|Building the pages).*\n?/gm, ''))
  }
  await run('scripts/build.mjs')
  say('Starting it on trial, with an empty database.')
  await run('scripts/run.mjs', 'scripts/dry-start.ts', root, ...(isRestored ? ['--without-database'] : []))
}

/** Those of now do, where the new version wants no others. */
function hasSamePackages() {
  const wantedIn = (/** @type {string} */ folder) => {
    const { packages } = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))
    return JSON.stringify({ ...packages, '': undefined })
  }
  return fs.existsSync(at('node_modules', '.installed')) && wantedIn(root) === wantedIn(next)
}

/**
 * The site is away from here on. The new version's start makes the backup and brings the database up to date.
 * @param {Chosen} chosen
 * @param {{ anew: boolean, restore: string | undefined }} how
 */
async function change(chosen, { anew, restore }) {
  const { version } = chosen
  const before = versionIn(root)
  const change = { ...chosen, before }
  noteSwitch(change)
  const site = await pauseSite().catch((error) => {
    dropNote()
    throw error
  })
  const began = Date.now()
  try {
    const backup = anew ? await backUp() : restore
    await switchVersion(change)
    try {
      if (backup) await runHere('restore', backup, '--keep-files', '--set-aside')
      if (site && !(await site.start()))
        throw new SetupFailed('It did not start. See the log of the site (journalctl -u site).')
    } catch (error) {
      if (!(error instanceof SetupFailed)) throw error
      await switchBack(change)
      throw new SetupFailed(`Version ${version} failed. ${error.message}`, error.details)
    }
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    dropNote()
    const runsAgain = site ? ((await site.start()) ? ' runs again.' : ' did not start either.') : ' is back in place.'
    throw new SetupFailed(`${error.message} Version ${before}${runsAgain}`, error.details)
  } finally {
    site?.end()
  }
  const seconds = Math.ceil((Date.now() - began) / 1000)
  say(site ? `Version ${version} runs. The site was away for ${seconds} s.` : `Version ${version} is ready: start it.`)
}

/** By the version that wrote the database, whose PostgreSQL can read it. */
async function backUp() {
  const folder = path.join(setupFolder, `backup-${new Date().toISOString().slice(0, 10)}`)
  await runHere('backup', '--to', folder)
  const newest =
    fs
      .readdirSync(folder)
      .toSorted()
      .findLast((name) => name.endsWith('.backup')) ?? ''
  return path.join(folder, newest)
}

/** @param {string[]} args of a script that an operator runs */
async function runHere(...args) {
  const [script = '', ...others] = args
  const { code, output } = await runQuietly(process.execPath, ['scripts/run.mjs', `scripts/${script}.ts`, ...others])
  if (code !== 0) throw commandFailed(`The ${script} failed`, output)
  say(output)
}

/** @param {string[]} args */
async function git(...args) {
  const { code, output } = await runQuietly('git', args)
  if (code !== 0) throw commandFailed(`git ${args[0]} failed`, output)
  return output
}

/** @param {string} folder */
function versionIn(folder) {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).version
}
