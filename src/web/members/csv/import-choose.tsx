/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- dragging is a shortcut for a mouse; the button does the same */
import { useId, useRef, useState, type DragEvent } from 'react'
import { importLimits } from '#shared/members/csv/member-file.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { FileIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showBytes } from '#web/components/formats.ts'

interface ImportChooseProps {
  refusal: string | undefined
  onFile: (file: File) => void
}

/** A file by button or by dragging it here. */
export function ImportChoose({ refusal, onFile }: ImportChooseProps) {
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
        Choose a CSV file
      </h2>
      <p className="max-w-[52ch] text-muted">
        You will see what it would do before anything is added. Up to {importLimits.rows.toLocaleString('en')} people,{' '}
        {showBytes(importLimits.bytes)}.
      </p>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        aria-label="CSV file"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = '' // so that the same file can be chosen again
          if (file) onFile(file)
        }}
      />
      <Button className="w-full text-lg sm:w-auto" tabIndex={-1} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p className="hidden text-muted md:block">or drag it here</p>
      {refusal && (
        <Notice tone="error" className="text-left">
          {refusal}
        </Notice>
      )}
    </section>
  )
}
