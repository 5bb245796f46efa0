# Windows: makes a Linux with Thaw in it, in WSL 2. The second time it only brings it up to date.
#     powershell -ExecutionPolicy Bypass -File machines\wsl.ps1
$ErrorActionPreference = 'Stop'
$env:WSL_UTF8 = '1'
$distribution = 'Ubuntu-26.04'
$clone = Split-Path -Parent $PSScriptRoot

if (-not (Get-Command wsl.exe -ErrorAction SilentlyContinue)) {
    Write-Host "wsl.ps1: there is no wsl.exe`nRemedy: install WSL 2 (Windows 10 22H2 or 11): https://aka.ms/wslinstall"
    exit 2
}
if (-not ((wsl.exe --list --quiet) -contains $distribution)) {
    wsl.exe --install --distribution $distribution --no-launch
    if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
}
# Files of Windows have no executable bit for certain, and its git may have given them other ends of lines: the copy is
# made in Linux, by git.
$source = (wsl.exe --distribution $distribution --user root -- wslpath -a ($clone -replace '\\', '/')).Trim()
$word = "'" + ($source -replace "'", "'\''") + "'" # one word for sh, whatever the folder is called
wsl.exe --distribution $distribution --user root -- sh -c "tr -d '\r' < $word/machines/provision | bash -s -- --copy $word /opt/thaw"
if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
Write-Host "`nIn any folder, also below C:\:`n  wsl -d $distribution -u root thaw demo /tmp/thaw-demo"
