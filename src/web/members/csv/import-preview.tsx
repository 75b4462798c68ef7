import { useEffect, useMemo, useRef, useState } from 'react'
import { showNumber } from '#shared/figures.ts'
import { joinWithDots } from '#shared/joined-text.ts'
import { importLabel, type ImportField } from '#shared/members/csv/columns.ts'
import type { ImportPart } from '#shared/members/csv/member-file.ts'
import { standingKinds, standingNames } from '#shared/members/dues/text.ts'
import { showPhone } from '#shared/members/phone.ts'
import { showPlainDate } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { RadioField } from '#web/components/fields.tsx'
import { EmptyState, Notice } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { IfEmailIsSent } from '#web/layout/no-mail-notice.tsx'
import { showField } from '#web/members/record-facts.ts'
import {
  doubtsOf,
  namesakesToDecide,
  obviousCorrections,
  readFreely,
  sameNameSerials,
  type DraftRow,
  type RowVerdict,
} from './import-draft.ts'
import { MatchReason, Cells, ChangedCells, nameOf, MatchedPerson, textOf, type RowProps } from './import-row.tsx'
import { importText } from './text.ts'

interface ImportPreviewProps extends Omit<RowProps, 'row' | 'verdict'> {
  onChange: (change: Partial<Pick<ImportPart, 'as' | 'updating'>>) => void
  onConfirm: () => void
  onColumns: () => void
  onStartOver: () => void
}

type Tab = keyof typeof importText.tabs
interface Judged {
  row: DraftRow
  verdict: RowVerdict
}

function tabOf(row: DraftRow, verdict: RowVerdict): Tab {
  if (namesakesToDecide(row, verdict)) return 'decide'
  return verdict.status === 'known' ? 'skip' : verdict.status
}

/** Shows what the import would do, lets administrators correct what is wrong, and starts it. */
export function ImportPreview(props: ImportPreviewProps) {
  const { draft, verdicts, onChange, onConfirm, onColumns, onStartOver } = props
  const [asking, setAsking] = useState(false)
  const judged: Record<Tab, Judged[]> = { mend: [], decide: [], add: [], change: [], skip: [], repeat: [] }
  for (const row of draft.rows) {
    const verdict = verdicts.get(row.row)
    if (verdict) judged[tabOf(row, verdict)].push({ row, verdict })
  }
  const { mend, decide, add, change, skip, repeat } = judged
  const standings = [...add, ...change].flatMap(({ row: { outcome } }) =>
    outcome && 'standing' in outcome ? (outcome.standing ?? []) : [],
  )
  const covered = add.flatMap(({ row: { outcome } }) => (outcome?.status === 'new' && outcome.coveredUntil) || [])
  const [tab, setTab] = useState<Tab>(
    (['mend', 'decide', 'add'] as const).find((id) => judged[id].length > 0) ?? 'skip',
  )
  const some = add.length + change.length > 0
  const action = importText.action(add.length, change.length)
  return (
    <div className="grid gap-6">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4">
        <Figure count={add.length} words={importText.figures.add} tone="border-t-green" />
        {change.length > 0 && <Figure count={change.length} words={importText.figures.change} tone="border-t-gold" />}
        <Figure count={skip.length} words={importText.figures.skip} tone="border-t-line" />
        {repeat.length > 0 && <Figure count={repeat.length} words={importText.figures.repeat} tone="border-t-line" />}
        {decide.length > 0 && <Figure count={decide.length} words={importText.figures.decide} tone="border-t-red" />}
        <Figure
          count={mend.length}
          words={importText.figures.mend}
          tone={mend.length > 0 ? 'border-t-red' : 'border-t-line'}
        />
      </ul>
      {standings.length > 0 && (
        <p>
          {importText.standings(
            standingKinds
              .map((kind) => [standings.filter((one) => one === kind).length, standingNames[kind]] as const)
              .filter(([count]) => count > 0),
          )}
        </p>
      )}
      {covered[0] && <p>{importText.coveredUntil(covered.length, showPlainDate(covered[0]))}</p>}
      <ReadFreely rows={[...add, ...change]} />
      <fieldset>
        <legend className="text-xl font-semibold">{importText.whoTitle}</legend>
        {(['members', 'applicants'] as const).map((as) => (
          <RadioField
            key={as}
            name="import-as"
            label={as === 'members' ? importText.asMembers : importText.asApplicants}
            checked={draft.as === as}
            onChange={() => onChange({ as })}
          />
        ))}
      </fieldset>
      {!some && (
        <Notice tone={mend.length > 0 ? 'warning' : 'info'} title={importText.nothingToAdd}>
          {mend.length > 0 ? importText.allWrong : importText.nothingToAddLead}
        </Notice>
      )}
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:flex-wrap sm:justify-end">
        {some && (
          <Button className="text-lg" onClick={() => setAsking(true)}>
            {action}
          </Button>
        )}
        <Button look="outline" onClick={onColumns}>
          {importText.changeColumns}
        </Button>
        <Button look="outline" onClick={onStartOver}>
          {importText.anotherFile}
        </Button>
      </div>
      <Tabs
        label={importText.previewTitle(draft.fileName)}
        value={tab}
        onChange={(id) => setTab(id as Tab)}
        tabs={(['mend', 'decide', 'add', 'change', 'skip', 'repeat'] as const)
          .filter((id) => id === 'mend' || id === 'add' || id === 'skip' || judged[id].length > 0)
          .map((id) => ({
            id,
            label: `${importText.tabs[id]} (${showNumber(judged[id].length)})`,
            // Render only the open tab: others may have thousands of rows.
            content: tab === id && <TabContent {...props} tab={id} judged={judged[id]} />,
          }))}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`${action}?`}
        action={action}
        onConfirm={onConfirm}
      >
        <ul className="list-disc pl-5">
          {add.length > 0 && <li>{draft.as === 'members' ? importText.membersAtOnce : importText.waitForApproval}</li>}
          {mend.length > 0 && <li>{importText.leftOutRows(mend.length)}</li>}
          {decide.length > 0 && <li>{importText.leftOutNamesakes(decide.length)}</li>}
          {change.length === 0 ? (
            <li>{importText.noEmails}</li>
          ) : (
            <li>
              {importText.loginWarning} <IfEmailIsSent>{importText.loginTold}</IfEmailIsSent>
            </li>
          )}
        </ul>
      </ConfirmDialog>
    </div>
  )
}

const examplesShown = 6

function ReadFreely({ rows }: { rows: readonly Judged[] }) {
  const values = readFreely(rows.map(({ row }) => row))
  return (['region', 'memberSince'] as const).map((field) => {
    const examples = values
      .filter((each) => each.field === field)
      .map(({ text, value }) => importText.readAs(text, showField(field, value)))
    if (examples.length === 0) return null
    const more = examples.length - examplesShown
    return <p key={field}>{importText.readFreely(importLabel(field), examples.slice(0, examplesShown), more)}</p>
  })
}

function Figure({ count, words, tone }: { count: number; words: string; tone: string }) {
  return (
    <li className={`card flex items-baseline gap-3 border-t-4 p-4 sm:block ${tone}`}>
      <span className="display text-5xl tabular-nums">{showNumber(count)}</span>
      <span className="text-muted sm:mt-1 sm:block">{words}</span>
    </li>
  )
}

interface TabContentProps extends ImportPreviewProps {
  tab: Tab
  judged: readonly Judged[]
}

const rowsShown = 20
const empty = {
  mend: importText.nothingToMend,
  decide: '',
  add: importText.nobodyToAdd,
  change: '',
  skip: importText.nobodyKnown,
  repeat: '',
}

function TabContent(props: TabContentProps) {
  const { tab } = props
  const [judged, doubted] = useMemo(() => {
    const doubts = new Set(tab === 'add' ? props.judged.filter(({ row }) => doubtsOf(row).length > 0) : [])
    return [[...doubts, ...props.judged.filter((one) => !doubts.has(one))], doubts.size]
  }, [tab, props.judged])
  const regionless = judged.filter(({ row }) => !row.person?.region).length
  const [asked, setPage] = useState(1)
  const pageCount = Math.max(1, Math.ceil(judged.length / rowsShown))
  const page = Math.min(asked, pageCount)
  const list = useRef<HTMLDivElement>(null)
  // A corrected row leaves the list and takes the keyboard focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.focus()
  }, [judged.length])
  return (
    <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
      {tab === 'mend' && <EasyNotices {...props} />}
      {(tab === 'decide' || tab === 'skip' || tab === 'repeat') && <KnownNotices {...props} />}
      {tab === 'add' && doubted > 0 && <Notice tone="warning" title={importText.doubted(doubted)} />}
      {tab === 'add' && regionless > 0 && (
        <Notice tone="warning" title={importText.withoutRegion(regionless)}>
          {importText.canBeNominated}
        </Notice>
      )}
      {tab === 'change' && <p className="text-muted">{importText.loginWarning}</p>}
      <div className="md:[&_td]:align-top">
        <DataTable
          caption={importText.tabs[tab]}
          columns={columnsOf(props)}
          rows={judged.slice((page - 1) * rowsShown, page * rowsShown)}
          keyOf={({ row }) => String(row.row)}
          empty={<EmptyState title={empty[tab]} />}
        />
      </div>
      <Pager label={importText.tabs[tab]} page={page} pageCount={pageCount} onPage={setPage} />
    </div>
  )
}

function columnsOf(props: TabContentProps): Column<Judged>[] {
  const row: Column<Judged> = { heading: importText.row, cell: ({ row }) => row.row, numeric: true }
  const name: Column<Judged> = {
    heading: importText.name,
    main: true,
    cell: ({ row }) => nameOf(row) || importText.nameless,
  }
  const plain = (heading: string, field: ImportField): Column<Judged> => ({
    heading,
    cell: ({ row }) => <span className="whitespace-nowrap">{textOf(row, field) || '–'}</span>,
  })
  switch (props.tab) {
    case 'mend':
      return [
        row,
        name,
        {
          heading: importText.toCorrect,
          phone: 'bare',
          cell: ({ row, verdict }) => <Cells {...props} row={row} verdict={verdict} />,
        },
      ]
    case 'add':
      return [
        row,
        {
          ...name,
          cell: ({ row }) => (
            <>
              {nameOf(row)}
              <span className="block font-normal text-muted wrap-anywhere">
                {joinWithDots([textOf(row, 'rank'), phoneOf(row), textOf(row, 'email')])}
              </span>
              {doubtsOf(row).map((doubt) => (
                <span key={doubt} className="block text-base font-semibold text-gold-ink">
                  {doubt}
                </span>
              ))}
            </>
          ),
        },
        plain(importText.serial, 'militarySerial'),
        {
          heading: importText.birthday,
          whole: true,
          cell: ({ row }) => row.person && showPlainDate(row.person.birthday),
        },
        {
          heading: importText.idNumber,
          cell: ({ row }) =>
            row.person?.idNumber ?? (props.draft.as === 'members' ? importText.nextNumber : importText.waits),
        },
        plain(importText.service, 'ms'),
        plain(importText.region, 'region'),
        {
          heading: importText.edit,
          phone: 'bare',
          cell: ({ row, verdict }) => <Cells {...props} row={row} verdict={verdict} />,
        },
      ]
    case 'change':
      return [
        row,
        name,
        { heading: importText.tabs.change, phone: 'bare', cell: ({ verdict }) => <ChangedCells verdict={verdict} /> },
      ]
    case 'decide':
    case 'skip':
    case 'repeat':
      return [
        row,
        name,
        plain(importText.serial, 'militarySerial'),
        { heading: importText.onSite, cell: ({ verdict }) => <MatchedPerson verdict={verdict} /> },
        {
          heading: importText.because,
          cell: ({ row, verdict }) => <MatchReason {...props} row={row} verdict={verdict} />,
        },
      ]
  }
}

const phoneOf = (row: DraftRow) => showPhone(textOf(row, 'cellphoneNumber')).replaceAll(' ', '\u00A0')

/** Corrects many rows at once where none needs a decision. */
function EasyNotices({ draft, verdicts, onMend }: TabContentProps) {
  const { names, numbers, optional } = obviousCorrections(draft, verdicts)
  const [example = ''] = Object.values([...names.values()][0] ?? {})
  return (
    <>
      {names.size > 1 && (
        <Notice tone="info" title={importText.repairNames(names.size, example)}>
          <Button look="outline" onClick={() => onMend(names)}>
            {importText.repairAll(names.size)}
          </Button>
        </Notice>
      )}
      {numbers.size > 1 && (
        <Notice tone="info" title={importText.numbersLead(numbers.size)}>
          <Button look="outline" onClick={() => onMend(numbers)}>
            {importText.takeNumbers(numbers.size)}
          </Button>
        </Notice>
      )}
      {optional.size > 1 && (
        <Notice tone="info" title={importText.optionalLead(optional.size)}>
          <Button look="outline" onClick={() => onMend(optional)}>
            {importText.emptyAll(optional.size)}
          </Button>
        </Notice>
      )}
    </>
  )
}

/** Actions for all rows that are on the site already. */
function KnownNotices({ tab, draft, judged, onChange, onDifferent }: TabContentProps) {
  const bySerial = judged.filter(({ verdict }) => verdict.status === 'known' && verdict.by === 'serial').length
  const namesakes = new Map(
    judged.flatMap(({ row, verdict }) => {
      const serials = sameNameSerials(verdict)
      return serials ? [[row.row, serials] as const] : []
    }),
  )
  return (
    <>
      {namesakes.size > 0 && (
        <Notice tone="warning" title={importText.sameName}>
          <p>{importText.differentLead}</p>
          {namesakes.size > 1 && (
            <Button look="outline" className="mt-3" onClick={() => onDifferent(namesakes)}>
              {importText.allDifferent(namesakes.size)}
            </Button>
          )}
        </Notice>
      )}
      {tab === 'skip' && (bySerial > 0 || draft.updating) && (
        <div className="grid justify-items-start gap-2">
          <p className="text-muted">{importText.updateLead}</p>
          <Button look="outline" onClick={() => onChange({ updating: !draft.updating })}>
            {draft.updating ? importText.doNotUpdate : importText.update(bySerial)}
          </Button>
        </div>
      )}
    </>
  )
}
