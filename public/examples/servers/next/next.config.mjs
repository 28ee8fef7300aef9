// The relay stays a package of Node.
export default { serverExternalPackages: ['foyer-relay'] };
