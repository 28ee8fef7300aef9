/** The site whose relay the benchmarks load. */
export const SITE = 'http://127.0.0.1';
export const CONNECTOR_TOKEN = 'connector-token-of-the-bench';
