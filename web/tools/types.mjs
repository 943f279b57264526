// SPDX-License-Identifier: Apache-2.0
// Generates the types of the API from its definition, as the module #api.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const DEFINITION = '../rest/src/main/resources/org/isthmus/rest/openapi.yaml';
const OUT = 'target/generated/api.d.ts';

const types = await openapiTS(pathToFileURL(DEFINITION), {
    immutable: true,
    // A value with a default may be missing from a request.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
});
await mkdir(path.dirname(OUT), { recursive: true });
await writeFile(OUT, `// Generated from openapi.yaml.\n${astToString(types)}`);
