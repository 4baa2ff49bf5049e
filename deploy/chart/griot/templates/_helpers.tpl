{{- define "griot.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{/* Labels of all objects. `part` is node or worker. */}}
{{- define "griot.labels" -}}
{{ include "griot.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "griot.selector" -}}
app.kubernetes.io/name: griot
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "griot.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* What the pods of nodes and of workers have in common, around their container. */}}
{{- define "griot.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .settings.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .settings.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
terminationGracePeriodSeconds: {{ .settings.gracePeriodSeconds }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "griot.selector" . | nindent 8 }}
volumes:
  - name: data
    emptyDir: { sizeLimit: {{ .root.Values.scratch }} }
  - name: tmp
    emptyDir: { sizeLimit: {{ .root.Values.scratch }} }
{{- end }}

{{- define "griot.container" -}}
image: {{ include "griot.image" .root | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ .root.Values.existingSecret | quote }} }
env:
  - name: POD_IP
    valueFrom: { fieldRef: { fieldPath: status.podIP } }
  - name: GRIOT_LOG_TO
    value: stdout
{{- range $name, $value := .root.Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
{{- end }}
resources: {{- toYaml .settings.resources | nindent 2 }}
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}
