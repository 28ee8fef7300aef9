/** Removes Markdown marks and link targets. A sign of comparison is no mark. Runs in linear time (S-36). */
export function spokenText(markdown: string): string {
  return markdown.replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1').replace(/[*_`~#|]|^[ >]+/gm, '');
}
