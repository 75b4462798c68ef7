import { use, type ComponentType } from 'react'

export interface LazyScreen<Props = object> {
  Screen: ComponentType<Props>
  /** Loads the screen's code before it is shown. */
  preload: () => Promise<unknown>
}

/** Like `React.lazy`, but a loaded screen renders synchronously, so that hydration finds the server's HTML. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  async function fetchScreen(): Promise<ComponentType<Props>> {
    try {
      loaded = await load()
      return loaded
    } catch (cause) {
      // The connection failed or the site was updated: the next visit tries again. Not at once, or React would retry in a loop.
      setTimeout(() => (loading = undefined), 1000)
      throw cause
    }
  }
  const preload = () => (loading ??= fetchScreen())

  function Screen(props: Props) {
    const Loaded = loaded ?? use(preload())
    return <Loaded {...props} />
  }
  return { Screen, preload }
}
