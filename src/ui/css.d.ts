/** The build extracts imported style sheets into a file. */
declare module '*.css';
