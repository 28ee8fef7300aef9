/** Style sheets come as text, minified by the build, for constructable sheets: the page's policy allows those. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
