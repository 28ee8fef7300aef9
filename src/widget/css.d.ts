/** Style sheets are imported as minified text for constructable style sheets: a strict content security policy allows these. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
