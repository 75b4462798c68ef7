import { memo, Suspense, useEffect, type ComponentType } from 'react'
import { lazyScreen } from './lazy.tsx'

const signs = ['pointerdown', 'keydown', 'focusin', 'scroll', 'touchstart'] as const

/** Resolves at the first touch, key or scroll, so that visitors who only pass by do not load a form's code. */
function someoneIsHere(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const wake = () => {
      listening.abort()
      resolve()
    }
    for (const sign of signs)
      window.addEventListener(sign, wake, { signal: listening.signal, passive: true, capture: true })
    // The browser restores or fills in fields by itself.
    window.addEventListener('input', wake, { signal: listening.signal, capture: true })
    // The fragment may concern the form.
    window.addEventListener('hashchange', wake, { signal: listening.signal })
  })
}

interface Waiting {
  /** The form's id, to tell whether the server rendered it. */
  form: string
  /** Whether the code is needed before anybody touches the form. */
  atOnce: () => boolean
  /** Shown while the code loads, if the browser renders the page. */
  loading?: string
}

/**
 * A form that works without scripts on a server-rendered page. The server's HTML, where somebody may be typing, stays until the
 * code is loaded, and no parent renders it again. With `waiting`, the code is loaded at the first touch.
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
 * Repeats a click that came before the code was loaded. If loading fails, the browser submits the form itself, and the next touch
 * tries to load the code again.
 */
async function atFirstTouch<Props extends object>(
  form: HTMLFormElement,
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  let pressed: HTMLButtonElement | null = null
  // Listens on the window, because React stops clicks in parts that are not hydrated yet.
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

/** For a form that needs scripts: a lost connection must not break the page, and the fields keep what is typed. */
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
