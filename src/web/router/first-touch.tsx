import { memo, Suspense, useEffect, type ComponentType } from 'react'
import { lazyScreen } from './lazy.tsx'

const signs = ['pointerdown', 'keydown', 'focusin', 'scroll', 'touchstart'] as const

/** At the first touch, key or scroll: whoever only passes by does not load a form's code. */
function someoneIsHere(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const wake = () => {
      listening.abort()
      resolve()
    }
    for (const sign of signs)
      window.addEventListener(sign, wake, { signal: listening.signal, passive: true, capture: true })
    // Filled in by the browser itself, after going back to this page or by its own memory.
    window.addEventListener('input', wake, { signal: listening.signal, capture: true })
    // What stands after # may be for the form.
    window.addEventListener('hashchange', wake, { signal: listening.signal })
  })
}

interface Waiting {
  /** The id of the form, by which it is known whether the server has drawn it. */
  form: string
  /** Whether its code has something to do before anybody touches it. */
  atOnce: () => boolean
  /** What stands in its place until the code is there, where the browser draws the page. */
  loading?: string
}

/**
 * A form that works without scripts, in its place on a page that the server draws. What is drawn, and somebody may be typing
 * into, stays until its code is there: nothing above draws it anew. Given `waiting`, the code comes at the first touch.
 */
export function lazyForm<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting?: Waiting) {
  const { Screen } = lazyScreen(async () => {
    if (typeof window === 'undefined' || !waiting || waiting.atOnce()) return load()
    const drawn = document.getElementById(waiting.form)
    return drawn instanceof HTMLFormElement ? atFirstTouch(drawn, load) : load()
  })
  return memo(function FormPlace(props: Props) {
    return (
      <Suspense fallback={waiting?.loading && <p className="card p-8 text-lg text-muted">{waiting.loading}</p>}>
        <Screen {...props} />
      </Suspense>
    )
  })
}

/**
 * A button that is pressed before the code has come is pressed again by it. Where the code does not come, the browser sends
 * the form, and the next touch fetches the code anew.
 */
async function atFirstTouch<Props extends object>(
  form: HTMLFormElement,
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  let pressed: HTMLButtonElement | null = null
  // On its way to the form React stops what is pressed in a part that it has not taken over yet.
  const listening = new AbortController()
  window.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (!button || !form.contains(button)) return
      event.preventDefault()
      pressed = button
    },
    { capture: true, signal: listening.signal },
  )
  await someoneIsHere()
  try {
    const Loaded = await load()
    return function Touched(props: Props) {
      useEffect(() => {
        listening.abort()
        pressed?.click()
        pressed = null
      }, [])
      return <Loaded {...props} />
    }
  } catch {
    listening.abort()
    if (isSubmit(pressed)) form.requestSubmit(pressed)
    return atFirstTouch(form, load)
  }
}

const isSubmit = (button: HTMLButtonElement | null): button is HTMLButtonElement => button?.type === 'submit'

const pauseMs = [500, 1000, 2000, 4000, 8000, 15_000]

/** For a form that the browser cannot send by itself: a drop-out must not cost the page, and what is typed meanwhile stays in its fields. */
export function withRetries<Part>(load: () => Promise<Part>): () => Promise<Part> {
  const tryFor = async (tries: number): Promise<Part> => {
    try {
      return await load()
    } catch (cause) {
      if (typeof window === 'undefined') throw cause
      await new Promise((resolve) => setTimeout(resolve, pauseMs[tries] ?? 30_000))
      return tryFor(tries + 1)
    }
  }
  return () => tryFor(0)
}
