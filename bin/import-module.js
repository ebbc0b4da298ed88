/** Imports a module by its URL. A file of its own, as code that comes from a compile cache cannot `import`. */
exports.importModule = (url) => import(url);
