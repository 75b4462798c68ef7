import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import type { LinkSection } from '#shared/content/defaults.ts'
import { may, type Who } from '#shared/permissions.ts'
import {
  aboutPage,
  allLinksQuery,
  editedLeadersQuery,
  editedPageQuery,
  editedVideosQuery,
  homePage,
  settingsQuery,
} from '#web/api/content-editing.ts'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { EditorTile } from '#web/content/editors/editor-tile.tsx'
import { isEditor, type EditorName } from '#web/content/editors/editors.ts'
import { LinkTileList } from '#web/content/editors/link-tile-list.tsx'
import { sectionTitles } from '#web/content/editors/section-titles.ts'
import { useEditorOpening } from '#web/content/editors/use-editor-opening.tsx'
import { firstSentences } from '#web/content/text.ts'
import { useSearch } from '#web/router/router.tsx'

const sections = Object.keys(sectionTitles) as LinkSection[]

/** Everything of the public site that this administrator can edit, with what it says now. */
export function EditorTiles({ me }: { me: Who }) {
  const edits = may(me, 'edit pages')
  const sets = may(me, 'edit settings')
  const asked = useSearch().get('edit')
  const { opening, open, editor } = useEditorOpening(
    isEditor(asked) && (asked === 'settings' ? sets : edits) ? asked : null,
  )
  const tile = (name: EditorName) => ({ opening: opening === name, onOpen: () => open(name) })
  const title = edits ? (sets ? 'Pages and settings' : 'Pages') : 'Settings'

  return (
    <>
      {edits && <AnnouncementTiles tile={tile} asked={asked === 'announcements'} />}
      {(edits || sets) && (
        <TileGroup title={title} columns="sm:grid-cols-2 xl:grid-cols-3">
          {edits && <PageTiles tile={tile} />}
          {sets && <SettingsTile tile={tile} />}
        </TileGroup>
      )}
      {editor}
    </>
  )
}

interface TilesProps {
  tile: (name: EditorName) => { opening: boolean; onOpen: () => void }
}

/** `asked`: the menu leads to them, below everything that waits. */
function AnnouncementTiles({ tile, asked }: TilesProps & { asked: boolean }) {
  const links = useQuery(allLinksQuery)
  const isLoaded = links.data !== undefined
  useEffect(() => {
    if (asked && isLoaded) document.querySelector('[data-announcements] button')?.scrollIntoView({ block: 'center' })
  }, [asked, isLoaded])
  return (
    <TileGroup title="Announcements" columns="sm:grid-cols-2">
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
      <EditorTile title="Home" opens="edit the home page" {...tile('home')}>
        <Now query={home}>{({ content }) => <p>{content.title}</p>}</Now>
      </EditorTile>
      <EditorTile title="Featured Stories" opens="manage the videos" {...tile('videos')}>
        <Now query={videos}>
          {(data) => (
            <p>{data.videos.length === 0 ? 'No videos yet.' : counted(data.videos.length, 'video', 'videos')}</p>
          )}
        </Now>
      </EditorTile>
      <EditorTile title="About Us" opens="edit the about page" {...tile('about')}>
        <Now query={about}>{({ content }) => <p>{firstSentences(content.history)}</p>}</Now>
      </EditorTile>
      <EditorTile title="Leadership" opens="edit the people" {...tile('leaders')}>
        <Now query={leaders}>
          {(data) => (
            <p>{data.leaders.length === 0 ? 'Nobody yet.' : counted(data.leaders.length, 'person', 'people')}</p>
          )}
        </Now>
      </EditorTile>
    </>
  )
}

function SettingsTile({ tile }: TilesProps) {
  const settings = useQuery(settingsQuery)
  return (
    <EditorTile title="Settings" opens="edit contact details, fee and more" {...tile('settings')}>
      <Now query={settings}>
        {(data) => (
          <p className="wrap-anywhere">
            {data.settings.contactEmail || 'No contact email yet'}. Fee {data.settings.registrationFee} pesos.
          </p>
        )}
      </Now>
    </EditorTile>
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

/** What is there now; the editor itself says more when it could not be read. */
function Now<Data>({ query, lines = 1, children }: NowProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <p>Could not be loaded.</p>
  return Array.from({ length: lines }, (_, line) => <Skeleton key={line} className="my-1.5 h-5 w-4/5" />)
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
