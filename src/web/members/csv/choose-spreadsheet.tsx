/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- dragging is a shortcut for a mouse; the button does the same */
import { useId, useRef, useState, type DragEvent } from 'react'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { FileIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { importText } from './text.ts'

interface ChooseSpreadsheetProps {
  title: string
  lead: string
  refusal: string | undefined
  onFile: (file: File) => void
}

/** Takes a file by button or by drag and drop. */
export function ChooseSpreadsheet({ title, lead, refusal, onFile }: ChooseSpreadsheetProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }

  return (
    <section
      aria-labelledby={`${id}-title`}
      className={classes(
        'grid justify-items-center gap-3 rounded-card border-2 border-dashed px-5 py-8 text-center transition-colors duration-150',
        'has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-navy-3',
        over ? 'border-navy bg-navy-soft' : 'border-edge bg-card',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileIcon className="size-10 text-navy-3" />
      <h2 id={`${id}-title`} className="text-3xl">
        {title}
      </h2>
      <p className="max-w-[52ch] text-muted">{lead}</p>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".xlsx,.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={importText.fileLabel}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = '' // lets the same file be chosen again
          if (file) onFile(file)
        }}
      />
      <Button className="w-full text-lg sm:w-auto" tabIndex={-1} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p className="hidden text-muted md:block">{importText.dragHere}</p>
      {refusal && (
        <Notice tone="error" className="text-left">
          {refusal}
        </Notice>
      )}
    </section>
  )
}
