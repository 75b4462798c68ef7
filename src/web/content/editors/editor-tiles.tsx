import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { LinkSection } from '#shared/content/defaults.ts'
import { showCount } from '#shared/figures.ts'
import { noConnectionText } from '#web/api/client.ts'
import { Spinner } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { PencilIcon, PlusIcon } from '#web/components/icons.tsx'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { firstSentences } from '#web/content/text.ts'
import { useSearch, useNavigate } from '#web/router/router.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import {
  aboutPage,
  editedLeadersQuery,
  editedLinksQuery,
  editedPageQuery,
  editedVideosQuery,
  homePage,
  type EditedLink,
} from './api.ts'
import { entryText, publishingState, sectionTitles, writingAddress } from './text.ts'

type EditorName = 'videos' | 'leaders' | LinkSection
type Editor = ComponentType<{ onClose: () => void }>

/** Each editor is loaded when it is opened. */
const loaders: Record<Exclude<EditorName, LinkSection>, () => Promise<Editor>> = {
  videos: async () => (await import('./video-editor.tsx')).VideoEditor,
  leaders: async () => (await import('./leader-editor.tsx')).LeaderEditor,
}

/** Whether a URL may name this editor. */
const isEditor = (name: string | null): name is keyof typeof loaders => name !== null && Object.hasOwn(loaders, name)

async function loadEditor(name: EditorName): Promise<Editor> {
  if (isEditor(name)) return loaders[name]()
  const { LinkEditor } = await import('./link-editor.tsx')
  return ({ onClose }) => <LinkEditor section={name} onClose={onClose} />
}

const sections = Object.keys(sectionTitles) as LinkSection[]
const isSection = (name: string | null): name is LinkSection => name !== null && Object.hasOwn(sectionTitles, name)

/** Everything on the public site that can be edited, with its current content. */
export function EditorTiles() {
  const addressed = useSearch().get('edit')
  const { opening, open, editor } = useEditorOpening(isEditor(addressed) || isSection(addressed) ? addressed : null)
  const tile = (name: EditorName) => ({ opening: opening === name, onOpen: () => open(name) })
  return (
    <>
      <AnnouncementTiles tile={tile} isAddressed={addressed === 'announcements'} />
      <TileGroup title="Pages" columns="sm:grid-cols-2">
        <PageTiles tile={tile} />
      </TileGroup>
      {editor}
    </>
  )
}

interface TilesProps {
  tile: (name: EditorName) => { opening: boolean; onOpen: () => void }
}

/** `isAddressed`: the menu links here, but the tiles are below the tasks, so scroll to them. */
function AnnouncementTiles({ tile, isAddressed }: TilesProps & { isAddressed: boolean }) {
  const links = useQuery(editedLinksQuery)
  const isLoaded = links.data !== undefined
  useEffect(() => {
    if (isAddressed && isLoaded)
      document.querySelector('[data-announcements] button')?.scrollIntoView({ block: 'center' })
  }, [isAddressed, isLoaded])
  return (
    <TileGroup title="Announcements" columns="sm:grid-cols-2">
      <p className="flex flex-wrap gap-3 sm:col-span-2">
        {(['Whats New', 'Events'] as const).map((section) => (
          <SiteLink key={section} href={writingAddress('new', section)} className={buttonClass('outline', 'small')}>
            <PlusIcon className="size-5" />
            {entryText('text', section).start}
          </SiteLink>
        ))}
      </p>
      {links.isError && !links.data && (
        <div className="sm:col-span-2">
          <Failed title="The links could not be loaded" error={links.error} onRetry={() => void links.refetch()} />
        </div>
      )}
      {sections.map((section) => (
        <EditorTile key={section} title={sectionTitles[section]} opens="edit the links" {...tile(section)}>
          <Now query={links} lines={3}>
            {(data) => <LinkTileList links={data.links.filter((link) => link.section === section)} />}
          </Now>
        </EditorTile>
      ))}
    </TileGroup>
  )
}

function PageTiles({ tile }: TilesProps) {
  const home = useQuery(editedPageQuery(homePage))
  const about = useQuery(editedPageQuery(aboutPage))
  const videos = useQuery(editedVideosQuery('featured_stories'))
  const leaders = useQuery(editedLeadersQuery)
  return (
    <>
      <EditorTile title="Home" opens="edit the home page" href={writingAddress('home')}>
        <Now query={home}>{({ content }) => <p>{content.title}</p>}</Now>
      </EditorTile>
      <EditorTile title="Featured Stories" opens="manage the videos" {...tile('videos')}>
        <Now query={videos}>
          {(data) => (
            <p>{data.videos.length === 0 ? 'No videos yet.' : showCount(data.videos.length, 'video', 'videos')}</p>
          )}
        </Now>
      </EditorTile>
      <EditorTile title="About Us" opens="edit the about page" href={writingAddress('about')}>
        <Now query={about}>{({ content }) => <p>{firstSentences(content.history)}</p>}</Now>
      </EditorTile>
      <EditorTile title="Leadership" opens="edit the people" {...tile('leaders')}>
        <Now query={leaders}>
          {(data) => (
            <p>{data.leaders.length === 0 ? 'Nobody yet.' : showCount(data.leaders.length, 'person', 'people')}</p>
          )}
        </Now>
      </EditorTile>
    </>
  )
}

function TileGroup({ title, columns, children }: { title: string; columns: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8" data-announcements={title === 'Announcements' || undefined}>
      <h2 className="eyebrow mb-3 text-muted">{title}</h2>
      <div className={`grid grid-cols-1 gap-5 ${columns}`}>{children}</div>
    </section>
  )
}

interface NowProps<Data> {
  query: UseQueryResult<Data>
  lines?: number
  children: (data: Data) => ReactNode
}

/** The current content. If it cannot be loaded, the editor itself gives the details. */
function Now<Data>({ query, lines = 1, children }: NowProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <p>Could not be loaded.</p>
  return Array.from({ length: lines }, (_, line) => <Skeleton key={line} className="my-1.5 h-5 w-4/5" />)
}

interface EditorTileProps {
  title: string
  /** What the tile opens, for screen readers. */
  opens: string
  /** The page where it is edited, if not in a dialog. */
  href?: string
  /** Its editor is loading. */
  opening?: boolean
  onOpen?: () => void
  children: ReactNode
}

const tilePress =
  'min-w-0 text-left after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-navy-3'

/** A tile that opens an editor. The whole tile is clickable and shows the current content. */
function EditorTile({ title, opens, href, opening, onOpen, children }: EditorTileProps) {
  const name = (
    <>
      {title}
      <span className="sr-only">: {opens}</span>
    </>
  )
  return (
    <section className="card group relative flex min-h-32 flex-col gap-2 border-t-4 border-t-line p-5 transition-shadow duration-150 hover:border-t-navy hover:shadow-float">
      <h3 className="flex items-center justify-between gap-3 text-2xl">
        {href ? (
          <SiteLink href={href} className={tilePress}>
            {name}
          </SiteLink>
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-disabled={opening || undefined}
            className={tilePress}
            onClick={() => !opening && onOpen?.()}
          >
            {name}
          </button>
        )}
        <span className="text-muted group-hover:text-navy">
          {opening ? <Spinner className="size-5" /> : <PencilIcon className="size-5" />}
        </span>
      </h3>
      <div className="min-w-0 flex-1 text-muted">{children}</div>
    </section>
  )
}

const shownOnTile = 3

/** The first links of a section and the number of the others. */
function LinkTileList({ links }: { links: EditedLink[] }) {
  if (links.length === 0) return <p>Nothing here yet. Add the first.</p>
  const more = links.length - shownOnTile
  return (
    <>
      <ul>
        {links.slice(0, shownOnTile).map((link) => (
          <li key={link.id} className="border-t wrap-anywhere border-line py-1.5">
            {link.kind === 'text' ? (
              // Above the tile, which opens the list of its section.
              <SiteLink href={writingAddress(link.id)} className="relative text-link">
                {link.title}
              </SiteLink>
            ) : (
              <span className="text-ink">{link.title}</span>
            )}
            {!link.published && ` – ${publishingState(link)}`}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="border-t border-line pt-1.5 font-semibold">+{more} more</p>}
    </>
  )
}

type Opening = { status: 'shut' } | { status: 'opening'; name: EditorName } | { status: 'open'; Editor: Editor }

/**
 * Opens one editor at a time. Its code is loaded first, so that a lost connection leaves the dashboard as it is. The menu's
 * pencils open an editor `atOnce` through the URL, which is cleaned up when the editor closes.
 */
function useEditorOpening(atOnce: EditorName | null): {
  opening: EditorName | null
  open: (name: EditorName) => void
  editor: ReactNode
} {
  const [state, setState] = useState<Opening>({ status: 'shut' })

  async function open(name: EditorName) {
    setState({ status: 'opening', name })
    try {
      setState({ status: 'open', Editor: await loadEditor(name) })
    } catch {
      setState({ status: 'shut' })
      showToast(noConnectionText, 'error')
    }
  }

  const navigate = useNavigate()
  const opened = useRef(false)
  useEffect(() => {
    if (atOnce === null || opened.current) return
    opened.current = true
    void open(atOnce)
  }, [atOnce])

  function close() {
    setState({ status: 'shut' })
    if (atOnce !== null) navigate('/admin', { replace: true })
  }

  return {
    opening: state.status === 'opening' ? state.name : null,
    open: (name) => void open(name),
    editor: state.status === 'open' && <state.Editor onClose={close} />,
  }
}
