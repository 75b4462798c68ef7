/** One rule broken the way a careless person would break it, and the test that must notice. */
export interface Mutant {
  /** The rule, in plain words. */
  rule: string
  file: string
  /** Text that is in the file exactly once. */
  from: string
  to: string
  /** `path › title` or `path › group › title`, as they are written there. */
  test: string
}
