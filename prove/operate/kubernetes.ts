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

interface Container {
  name: string;
  image: string;
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[] };
  };
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  startupProbe?: object;
  readinessProbe?: object;
  livenessProbe?: object;
}
interface Pod {
  automountServiceAccountToken?: boolean;
  securityContext?: { runAsNonRoot?: boolean; seccompProfile?: { type: string } };
  containers: Container[];
}

/** What linters of manifests ask for beside a schema, after Kubernetes' own "restricted" standard of pods. @returns what is missing */
function lint({ kind, metadata, spec }: Manifest): string[] {
  const pod = (spec?.['template'] as { spec?: Pod } | undefined)?.spec;
  if (!pod) return [];
  const wanted: [boolean | undefined, string][] = [
    [pod.automountServiceAccountToken === false, 'it is given the key of the cluster'],
    [pod.securityContext?.runAsNonRoot, 'it may run as root'],
    [pod.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'it may make every system call'],
  ];
  for (const { name, image, securityContext, resources, ...probes } of pod.containers) {
    wanted.push(
      [securityContext?.allowPrivilegeEscalation === false, `${name} may gain rights`],
      [securityContext?.readOnlyRootFilesystem, `${name} may write its root file system`],
      [securityContext?.capabilities?.drop?.includes('ALL'), `${name} keeps capabilities`],
      [
        resources?.requests?.['cpu'] !== undefined && resources.requests['memory'] !== undefined,
        `${name} asks for nothing`,
      ],
      [resources?.limits?.['memory'] !== undefined, `${name} may take all memory`],
      [/:[\w.-]+$/.test(image) && !image.endsWith(':latest'), `${name} is of no certain version`],
      [
        kind === 'Job' || Boolean(probes.startupProbe && probes.readinessProbe && probes.livenessProbe),
        `${name} is not probed`,
      ],
    );
  }
  return wanted.filter(([holds]) => holds !== true).map(([, word]) => `${kind} ${metadata.name}: ${word}`);
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
      const missing = manifests.flatMap(lint);
      must(missing.length === 0, missing.join('\n'));
      const open = manifests.map((manifest) => ({
        ...manifest,
        spec: { template: { spec: { containers: [{ name: 'x', image: 'x' }] } } },
      }));
      must(
        open.flatMap(lint).length >= 9 * open.length,
        'the linter says too little of a manifest that leaves all open',
      );
      return `${said ?? `${manifests.length} manifests, by the types of Kubernetes' own API`}, each leads to the next, and no pod may do more than it must`;
    },
  },
];
