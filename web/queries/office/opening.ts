import { useMatch } from 'react-router';
import { useMay } from '#web/queries/people/role.ts';
import { usePersonal } from '#web/queries/use-personal.ts';

/** What still stands in the way of opening. */
export function useReadiness(enabled = true) {
  return usePersonal(['readiness'], 'GET /readiness', {}, { enabled });
}

/** How many steps an admin has left; 0 while that is not known, and on the page that lists them. */
export function useLeftToOpen(): number {
  const may = useMay();
  const isThere = useMatch('/dashboard/opening') !== null;
  const { data = [] } = useReadiness(may('settings'));
  return isThere || !may('settings') ? 0 : data.filter(({ done }) => !done).length;
}

/** What there is of the demo. */
export function useDemo() {
  return usePersonal(['readiness', 'demo'], 'GET /demo-data', {});
}

/** The backups that there are. */
export function useBackups() {
  return usePersonal(['backups'], 'GET /backups', {});
}
