import { useState } from 'react'
import { errorText } from '#shared/text.ts'
import { EditorBody, EditorFoot } from '#web/content/editors/editor-dialog.tsx'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'

interface Difference {
  name: string
  label: string
  theirs: string
  mine: string
}

interface ChooseTextsProps {
  differences: readonly Difference[]
  /** With the names of those fields where the person keeps their own. */
  onChosen: (mine: ReadonlySet<string>) => void
}

/** Two people changed the same thing: both texts side by side, to choose from field by field. */
export function ChooseTexts({ differences, onChosen }: ChooseTextsProps) {
  const [mine, setMine] = useState<ReadonlySet<string>>(() => new Set(differences.map(({ name }) => name)))

  function choose(name: string, own: boolean) {
    const next = new Set(mine)
    if (own) next.add(name)
    else next.delete(name)
    setMine(next)
  }

  return (
    <>
      <EditorBody>
        <Notice tone="warning" title={errorText['edited-meanwhile']}>
          Choose which text to keep working on. You can still change it before you save.
        </Notice>
        {differences.map(({ name, label, ...texts }) => (
          <fieldset key={name} className="mt-6">
            <legend className="display text-2xl">{label}</legend>
            <div className="mt-2 grid gap-4 md:grid-cols-2">
              {(['theirs', 'mine'] as const).map((whose) => (
                <label
                  key={whose}
                  className="grid content-start gap-2 rounded-field border border-edge p-4 has-checked:border-navy has-checked:bg-navy-soft has-checked:outline-2 has-checked:outline-navy"
                >
                  <span className="flex min-h-8 items-center gap-3 font-semibold">
                    <input
                      type="radio"
                      name={name}
                      className="size-5 flex-none accent-navy"
                      checked={mine.has(name) === (whose === 'mine')}
                      onChange={() => choose(name, whose === 'mine')}
                    />
                    {whose === 'mine' ? 'Yours' : 'Saved by someone else'}
                  </span>
                  <span className="break-words whitespace-pre-line">
                    {texts[whose] || <em className="text-muted">Empty</em>}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </EditorBody>
      <EditorFoot>
        <Button onClick={() => onChosen(mine)}>Continue with the chosen texts</Button>
      </EditorFoot>
    </>
  )
}
