import { readRichText, fileAddress, type Block, type List, type RichPiece } from '#shared/content/rich-text.ts'
import { classes } from '#web/components/classes.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { LinkedVideoInText } from './linked-video.tsx'

interface RichTextProps {
  text: string
  /** The level of its larger headings, below the surrounding heading. */
  level?: 2 | 3
  className?: string
}

/** A text with headings, lists, links and pictures, as administrators write it. */
export function RichText({ text, level = 2, className }: RichTextProps) {
  return (
    <div className={classes('grid gap-5 break-words print:block print:*:mb-3', className)}>
      {readRichText(text).map((block, place) => (
        // Only its position identifies a block.
        // oxlint-disable-next-line react/no-array-index-key
        <TextBlock key={place} block={block} level={level} />
      ))}
    </div>
  )
}

function TextBlock({ block, level }: { block: Block; level: 2 | 3 }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${(level + block.level - 1) as 2 | 3 | 4}` as const
      return (
        <Heading dir="auto" className={block.level === 1 ? 'mt-3 text-3xl' : 'mt-2 text-2xl'}>
          <Pieces pieces={block.pieces} />
        </Heading>
      )
    }
    case 'list':
      return <TextList list={block} />
    case 'picture':
      return (
        <figure>
          <img
            src={fileAddress(block.fileId)}
            alt={block.caption}
            loading="lazy"
            className="max-h-[40rem] max-w-full rounded-card bg-navy-soft"
          />
          {block.caption && (
            <figcaption aria-hidden="true" className="mt-2 text-base text-muted">
              {block.caption}
            </figcaption>
          )}
        </figure>
      )
    case 'video':
      return <LinkedVideoInText video={block.video} />
    case 'paragraph':
      return (
        <p dir="auto" className="whitespace-pre-line">
          <Pieces pieces={block.pieces} />
        </p>
      )
  }
}

function TextList({ list }: { list: List }) {
  const items = list.items.map(({ pieces, inner }, place) => (
    // oxlint-disable-next-line react/no-array-index-key
    <li key={place} dir="auto" className="pl-1">
      <Pieces pieces={pieces} />
      {inner && <TextList list={inner} />}
    </li>
  ))
  if (list.first === null)
    return <ul className="grid list-disc gap-2 pl-6 [li>&]:mt-2 [li>&]:list-[circle]">{items}</ul>
  return (
    <ol
      start={list.first}
      className="grid list-decimal gap-2 pl-8 tabular-nums [li>&]:mt-2 [ol>li>&]:list-[lower-alpha]"
    >
      {items}
    </ol>
  )
}

const Pieces = ({ pieces }: { pieces: RichPiece[] }) =>
  pieces.map((piece, place) => {
    const words = piece.href === undefined ? piece.text : <TextLink href={piece.href}>{piece.text}</TextLink>
    // oxlint-disable-next-line react/no-array-index-key
    return piece.strong ? <strong key={place}>{words}</strong> : <span key={place}>{words}</span>
  })

/** Pages of this site open here, others and files in a new tab. */
function TextLink({ href, children }: { href: string; children: string }) {
  const className = 'font-semibold wrap-anywhere underline underline-offset-4'
  const isFile = href.startsWith(fileAddress(''))
  if (href.startsWith('/') && !isFile)
    return (
      <SiteLink href={href} className={className}>
        {children}
      </SiteLink>
    )
  const elsewhere = !/^(#|mailto:)/.test(href)
  return (
    <a href={href} className={className} {...(elsewhere && { target: '_blank', rel: 'noopener' })}>
      {children}
      {isFile && !/pdf/i.test(children) && ' (PDF)'}
    </a>
  )
}
