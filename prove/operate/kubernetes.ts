import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';
import { type Check, has, must, run } from './check.ts';

const FILE = join(projectRoot, 'deploy/kubernetes/tradebench.yaml');

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: Record<string, unknown>;
}

/** Where packages are that were installed for the machine and not for the project. */
function machinePackages(): string {
  return run('npm', ['root', '--global', '--loglevel=silent']).trim();
}

function lacks(): string | null {
  if (has('kubeconform')) return null;
  const missing = ['kubernetes-types', 'js-yaml'].filter((name) => !existsSync(join(machinePackages(), name)));
  return missing.length === 0 ? null : `kubeconform, or: npm install --global ${missing.join(' ')}`;
}

/** Each manifest is given to the compiler as a value of the type that Kubernetes' own description of its API makes. */
function compiled(manifests: Manifest[], packages: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-manifests-'));
  try {
    const lines = manifests.map((manifest, index) => {
      // networking.k8s.io/v1 is networking/v1 there, v1 core/v1.
      const [group, version] = manifest.apiVersion.includes('/') ? manifest.apiVersion.split('/') : ['core', 'v1'];
      const types = join(packages, 'kubernetes-types', group!.split('.')[0]!, version!);
      return `import type { ${manifest.kind} as T${index} } from '${types}';\nexport const d${index}: T${index} = ${JSON.stringify(manifest)};`;
    });
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, lines.join('\n'));
    const options =
      '--noEmit --ignoreConfig --strict --skipLibCheck --module esnext --moduleResolution bundler --types node'.split(
        ' ',
      );
    run(process.execPath, [
      join(projectRoot, 'node_modules/typescript/bin/tsc'),
      ...options,
      '--typeRoots',
      join(projectRoot, 'node_modules/@types'),
      file,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What no schema says: names that lead from one manifest to another. */
function connected(manifests: Manifest[]): void {
  const one = (kind: string) => {
    const found = manifests.find((manifest) => manifest.kind === kind);
    must(found !== undefined, `there is no ${kind}`);
    return found as Manifest & { spec: Record<string, { name?: string }> };
  };
  const pods = JSON.stringify(one('Deployment').spec['template']);
  const labels = JSON.stringify({ app: one('Deployment').metadata.name });
  must(JSON.stringify(one('Service').spec['selector']) === labels, 'the service chooses other pods');
  must(pods.includes(`"labels":${labels}`), 'the deployment makes other pods than it chooses');
  must(
    JSON.stringify(one('PodDisruptionBudget').spec['selector']) === `{"matchLabels":${labels}}`,
    'the budget is of other pods',
  );
  must(
    one('HorizontalPodAutoscaler').spec['scaleTargetRef']?.name === one('Deployment').metadata.name,
    'nothing is scaled',
  );
  must(
    JSON.stringify(one('Ingress').spec).includes(`"name":"${one('Service').metadata.name}"`),
    'the ingress leads nowhere',
  );
  const images = new Set(JSON.stringify(manifests).match(/"image":"[^"]+"/g));
  must(images.size === 1, `migration and shop are of different images: ${[...images].join(', ')}`);
}

export const kubernetesChecks: Check[] = [
  {
    what: 'the Kubernetes manifests are valid',
    needs: {},
    lacks,
    async run() {
      const packages = machinePackages();
      const said = has('kubeconform') ? run('kubeconform', ['-strict', '-summary', FILE]).trim() : null;
      if (!existsSync(join(packages, 'js-yaml')))
        return `${said}; how they lead to each other NOT looked at (no js-yaml)`;
      const { loadAll } = createRequire(import.meta.url)(join(packages, 'js-yaml')) as {
        loadAll(text: string): Manifest[];
      };
      const manifests = loadAll(readFileSync(FILE, 'utf8'));
      if (said === null) compiled(manifests, packages);
      connected(manifests);
      return said ?? `${manifests.length} manifests, by the types of Kubernetes' own API, and each leads to the next`;
    },
  },
];
