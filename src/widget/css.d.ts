/** Style sheets are imported as minified text for constructable style sheets, which a strict content security policy allows. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
