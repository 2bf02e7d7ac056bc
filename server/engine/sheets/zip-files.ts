/**
 * What writes zip files. Most processes write none, so this is imported on demand; not the package itself, whose CommonJS has
 * no names once the build has put it into a file of its own.
 */
export { ZipFile } from 'yazl';
