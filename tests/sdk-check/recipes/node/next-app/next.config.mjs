// The package has a native part: Next leaves it out of its bundles, and loads it where it is installed.
export default { serverExternalPackages: ["parlour"] };
